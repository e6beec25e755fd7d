package javax.annotation;

/** The generated sources carry this annotation, which the JDK no longer contains; projects get it from a library. */
public @interface Generated {
  String[] value();

  String date() default "";

  String comments() default "";
}
