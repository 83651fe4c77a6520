package acme;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.Cluster;

/** It ends in the way that its first topic is called. */
public class Falling extends First {
    @Override
    public GroupAssignment assign(Cluster metadata, GroupSubscription group) {
        switch (metadata.topics().iterator().next()) {
            case "throws" -> throw new IllegalStateException("no, thank you");
            case "recurses" -> assign(metadata, group);
            case "hoards" -> hoard();
            case "exits" -> System.exit(3);
            default -> { }
        }
        return super.assign(metadata, group);
    }

    private static void hoard() {
        List<byte[]> kept = new ArrayList<>();
        while (true) {
            kept.add(new byte[1 << 28]);
        }
    }
}
