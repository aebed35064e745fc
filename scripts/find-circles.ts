/**
 * Circles of files that import each other, by what each of them imports. Types count: a reader follows them, too. Of files
 * in several circles not each circle is named, but none of them is free of faults while there is one.
 */
export function findCircles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = []
  const path: string[] = []
  const seen = new Set<string>()
  const visit = (file: string): void => {
    const at = path.indexOf(file)
    if (at >= 0) circles.push(path.slice(at))
    if (at >= 0 || seen.has(file)) return
    seen.add(file)
    path.push(file)
    for (const target of imports.get(file) ?? []) visit(target)
    path.pop()
  }
  for (const file of imports.keys()) visit(file)
  return circles
}
