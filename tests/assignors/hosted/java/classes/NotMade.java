package acme;

/** It cannot be made without an argument. */
public class NotMade extends First {
    public NotMade(int seed) {
    }
}
