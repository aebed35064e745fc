/** For Java programs that run once: to optimise them, and to collect garbage beside them, takes longer than it saves. */
export const JAVA_ONCE = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'] as const
