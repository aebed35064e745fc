/**
 * Modules that are found by looking into folders, by their paths below the program's folder. None where the program runs
 * from its sources; the packed server (scripts/pack-server.ts) has its own list in place of this one.
 */
export const packedModules: Readonly<Record<string, unknown>> = {}
