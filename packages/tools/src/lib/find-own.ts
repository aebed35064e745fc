/**
 * What a table has under a name that somebody else has written. Indexing would also find what every object has: `constructor`.
 *
 * @example
 * findOwn({ gif: 'image/gif' }, 'constructor') // undefined
 */
export function findOwn<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
