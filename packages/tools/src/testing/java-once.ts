/** For Java programs that run once: to optimise them, and to collect garbage beside them, takes longer than it saves. */
export const JAVA_ONCE = [
  '-XX:TieredStopAtLevel=1',
  '-XX:+UseSerialGC',
  // whatever the locale: as sources are read and results written
  '-Dfile.encoding=UTF-8',
  '-Dstdout.encoding=UTF-8',
] as const
