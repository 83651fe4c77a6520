package org.apache.kafka.common;

public class Uuid {
    public Uuid(long mostSignificantBits, long leastSignificantBits) {
    }
}
