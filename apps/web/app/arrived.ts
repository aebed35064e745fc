/** A chunk comes empty when it is gone and the page is being loaded anew: until then nothing else is drawn. */
export async function arrived<T>(chunk: Promise<T | undefined>): Promise<T> {
  return (await chunk) ?? new Promise<never>(() => {})
}
