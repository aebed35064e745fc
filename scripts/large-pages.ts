const VARIABLE = 'GLIBC_TUNABLES'
const LARGE_PAGES = 'glibc.malloc.hugetlb=1'

/**
 * Asks the C library of Linux for large pages (2 MB) in the memory of this process: the tables of address data are read
 * at random, and each small page that is not among the last two thousand costs a walk. The library reads the wish when
 * a program begins, so the process becomes the same program anew, with the same id; nothing happens elsewhere, or when
 * the operator has set the variable. Call it before anything else is loaded.
 */
export function useLargePages(): void {
  if (process.platform !== 'linux' || typeof process.execve !== 'function') return
  if (process.env[VARIABLE] === LARGE_PAGES) {
    delete process.env[VARIABLE] // the programs we start need none
    return
  }
  if (process.env[VARIABLE] !== undefined) return
  const [program, ...rest] = process.argv
  process.execve(program!, [program!, ...process.execArgv, ...rest], { ...process.env, [VARIABLE]: LARGE_PAGES })
}
