import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A group as arrays, see studies/oracle/rivals/README.md. Members and topics are numbers here.
 *
 * @param partitions of each topic
 * @param start      member m subscribes to topics[start[m]] and on, up to start[m + 1], ascending
 * @param owner      of each partition, topic after topic: a member, or NOBODY
 */
record Columns(int[] partitions, int[] start, int[] topics, int[] owner) {
    static final int NOBODY = -1;

    static Columns read(Path path) throws IOException {
        IntBuffer words = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
        int[] lengths = next(words, 4);
        return new Columns(
            next(words, lengths[0]), next(words, lengths[1]), next(words, lengths[2]), next(words, lengths[3]));
    }

    private static int[] next(IntBuffer words, int length) {
        int[] part = new int[length];
        words.get(part);
        return part;
    }

    int members() {
        return start.length - 1;
    }

    /** Which partition, counted over all topics, is the first of each topic. */
    int[] firsts() {
        int[] firsts = new int[partitions.length];
        for (int topic = 1; topic < firsts.length; topic++) {
            firsts[topic] = firsts[topic - 1] + partitions[topic - 1];
        }
        return firsts;
    }
}
