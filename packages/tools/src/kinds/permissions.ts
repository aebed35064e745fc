import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'permissions',
  title: { en: 'Unix permissions', zh: 'Unix 权限' },
  examples: ['rwxr-xr-x', '-rw-r--r--', 'drwxrwxrwt', 'u=rwx,go=rx'],
  counterExamples: ['rwx', '---------', 'a=b,c=d', '755'],
  detect(sample) {
    const isRow = /^[-dlbcps]?(?:[r-][w-][xsS-]){2}[r-][w-][xtT-]$/.test(sample) && /[rwx]/.test(sample)
    const isClauses = /^[ugoa]+[=+-][rwxXst]*(?:,[ugoa]+[=+-][rwxXst]*)*$/.test(sample)
    return isRow || isClauses ? { score: 0.95 } : undefined
  },
})
