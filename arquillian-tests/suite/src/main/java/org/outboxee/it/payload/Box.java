package org.outboxee.it.payload;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A generic class with a property of its parameter's type. */
public class Box<T> {

    private @Nullable T content;

    /** A box with something in it. */
    static <T> Box<T> of(T content) {
        Box<T> box = new Box<>();
        box.setContent(content);
        return box;
    }

    public @Nullable T getContent() {
        return content;
    }

    public void setContent(@Nullable T content) {
        this.content = content;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Box<?> box && Objects.equals(content, box.content);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(content);
    }

    @Override
    public String toString() {
        return "Box of " + content;
    }
}
