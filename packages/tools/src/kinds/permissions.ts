import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'permissions',
  title: { en: 'Unix permissions', zh: 'Unix 权限' },
  examples: ['rwxr-xr-x', '-rw-r--r--', 'drwxrwxrwt', 'u=rwx,go=rx', '0755', '-rw-r--r--@ 1 ann staff 12 Jan 1 12:00 a.txt'],
  counterExamples: ['rwx', '---------', 'a=b,c=d', '75', '0888', '07555'],
  detect(sample) {
    const isRow = /^[-dlbcps]?(?:[r-][w-][xsS-]){2}[r-][w-][xtT-](?:[.+@]?\s+\d+\s\S.*)?$/.test(sample) && /[rwx]/.test(sample)
    const isClauses = /^[ugoa]+[=+-][rwxXst]*(?:,[ugoa]+[=+-][rwxXst]*)*$/.test(sample)
    if (isRow || isClauses) return { score: 0.95 }
    // Three digits alone may be any number, but of the usual ones.
    if (/^0[0-7]{3}$/.test(sample)) return { score: 0.85 }
    return /^[4-7][0-7]{2}$/.test(sample) ? { score: 0.52 } : undefined
  },
})
