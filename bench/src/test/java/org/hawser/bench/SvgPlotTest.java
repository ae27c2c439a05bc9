package org.hawser.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class SvgPlotTest {

    private static Element parsed(SvgPlot plot) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder()
            .parse(new InputSource(new StringReader(plot.toSvg()))).getDocumentElement();
    }

    @Test
    void aPlotIsWellFormedWhateverItsTextSays() throws Exception {
        SvgPlot plot = new SvgPlot("a < b & \"c\"").axes("x > y", "<&>").logX().logY().sizesAcross()
            .series("one & two", List.of(new SvgPlot.Point(8, 10), new SvgPlot.Point(4 << 20, 1e5)));
        Element svg = parsed(plot);
        assertEquals("svg", svg.getTagName());
        assertEquals(1, svg.getElementsByTagName("path").getLength());
        assertEquals(2, svg.getElementsByTagName("circle").getLength());
    }

    @Test
    void anEmptyPlotSaysSo() throws Exception {
        SvgPlot plot = new SvgPlot("nothing");
        assertTrue(plot.isEmpty());
        assertTrue(parsed(plot).getTextContent().contains("no data"));
    }

    @Test
    void pointsThatALogarithmCannotShowAreLeftOut() throws Exception {
        SvgPlot plot = new SvgPlot("log").logX().logY().series("s", List.of(new SvgPlot.Point(0, 1),
            new SvgPlot.Point(1, -1), new SvgPlot.Point(Double.NaN, 1), new SvgPlot.Point(2, 2)));
        assertEquals(1, parsed(plot).getElementsByTagName("circle").getLength());
    }

    @Test
    void onePointAloneIsDrawnSomewhereFinite() {
        String svg = new SvgPlot("dot").series("s", List.of(new SvgPlot.Point(5, 5))).toSvg();
        assertFalse(svg.contains("NaN") || svg.contains("Infinity"));
    }

    @Test
    void numbersAreShort() {
        assertEquals("950", Axis.shortNumber(950));
        assertEquals("1.5k", Axis.shortNumber(1500));
        assertEquals("40M", Axis.shortNumber(4e7));
        assertEquals("0.5", Axis.shortNumber(0.5));
        assertEquals("64K", Axis.size(65536));
    }
}
