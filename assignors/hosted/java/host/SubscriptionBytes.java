package assay.host;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * The bytes of a ConsumerProtocolSubscription. Version 0: topics and user data; 1 (KIP-429): owned partitions; 2
 * (KIP-792): their generation; 3 (KIP-881): the member's rack. Leaders that know fewer versions ignore the rest.
 */
final class SubscriptionBytes {
    static final int NEWEST = 3;
    private static final int LONGEST_TEXT = Short.MAX_VALUE;
    private static final int NOTHING = -1;

    private SubscriptionBytes() {
    }

    /** The bytes that a member sends. An eager member has given up everything before it lists owned partitions. */
    static ByteBuffer of(Group.Member member, ByteBuffer userData, boolean cooperative) throws IOException {
        int version = Math.min(member.metadataVersion(), NEWEST);
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(written);
        out.writeShort(version);
        out.writeInt(member.subscription().size());
        for (String topic : member.subscription()) {
            text(out, topic);
        }
        bytes(out, userData);
        if (version >= 1) {
            owned(out, cooperative ? member.owned() : Map.of());
        }
        if (version >= 2) {
            out.writeInt(member.claimedGeneration());
        }
        if (version >= 3) {
            rack(out, member.rack());
        }
        return ByteBuffer.wrap(written.toByteArray());
    }

    private static void owned(DataOutputStream out, Map<String, List<Integer>> claims) throws IOException {
        out.writeInt(claims.size());
        for (Map.Entry<String, List<Integer>> topic : claims.entrySet()) {
            text(out, topic.getKey());
            out.writeInt(topic.getValue().size());
            for (int id : topic.getValue()) {
                out.writeInt(id);
            }
        }
    }

    private static void bytes(DataOutputStream out, ByteBuffer data) throws IOException {
        if (data == null) {
            out.writeInt(NOTHING);
            return;
        }
        byte[] copied = new byte[data.remaining()];
        data.duplicate().get(copied);
        out.writeInt(copied.length);
        out.write(copied);
    }

    private static void rack(DataOutputStream out, String rack) throws IOException {
        if (rack == null) {
            out.writeShort(NOTHING);
        } else {
            text(out, rack);
        }
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        if (encoded.length > LONGEST_TEXT) {
            throw new CannotBeAsked("a text of " + encoded.length + " bytes: the wire carries " + LONGEST_TEXT);
        }
        out.writeShort(encoded.length);
        out.write(encoded);
    }
}
