/** Where elements are: pure arithmetic, with no memory and no threads in it. */
package org.hawser.pgas.layout;
