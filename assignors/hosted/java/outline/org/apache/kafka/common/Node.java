package org.apache.kafka.common;

public class Node {
    public Node(int id, String host, int port) {
    }

    public Node(int id, String host, int port, String rack) {
    }
}
