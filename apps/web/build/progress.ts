/** Runs one part of the build and says how long it took. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  process.stdout.write(`web: ${name} … `)
  const value = await work()
  process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
  return value
}
