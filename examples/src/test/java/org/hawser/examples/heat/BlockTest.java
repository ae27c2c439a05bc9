package org.hawser.examples.heat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockTest {
    private static final int CELLS = 41;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 6, 7, 12, 16, 25, 36})
    void blocksCoverThePlateOnce(int ranks) {
        int[] owners = new int[CELLS * CELLS];
        for (int rank = 0; rank < ranks; rank++) {
            Block block = Block.of(CELLS, rank, ranks);
            for (int row = block.top(); row < block.top() + block.height(); row++) {
                for (int column = block.left(); column < block.left() + block.width(); column++) {
                    owners[row * CELLS + column]++;
                }
            }
        }
        for (int count : owners) {
            assertEquals(1, count);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 6, 7, 12, 16, 25, 36})
    void neighboursTouchAndKnowEachOther(int ranks) {
        for (int rank = 0; rank < ranks; rank++) {
            Block block = Block.of(CELLS, rank, ranks);
            if (block.south() != Block.NOBODY) {
                Block south = Block.of(CELLS, block.south(), ranks);
                assertEquals(rank, south.north());
                assertEquals(block.top() + block.height(), south.top());
                assertEquals(block.width(), south.width());
            }
            if (block.east() != Block.NOBODY) {
                Block east = Block.of(CELLS, block.east(), ranks);
                assertEquals(rank, east.west());
                assertEquals(block.left() + block.width(), east.left());
                assertEquals(block.height(), east.height());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5, 9})
    void plateWithFewerCellsThanPiecesIsRefused(int ranks) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> Block.of(2, 0, ranks));
        assertTrue(refused.getMessage().contains("cells=2"), refused.getMessage());
    }
}
