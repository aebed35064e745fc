import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFaults } from './check-imports.ts'

const rows: [string, string, string, number][] = [
  ['a package may not import an app', 'packages/core/src/a.ts', `import { x } from '@octet/server/x.ts'`, 1],
  ['tools may not import probe', 'packages/tools/src/a/b/tool.ts', `import { x } from '@octet/probe/x.ts'`, 1],
  ['a tool may not import node:', 'packages/tools/src/a/b/tool.ts', `import fs from 'node:fs'`, 1],
  ['its test may', 'packages/tools/src/a/b/tool.test.ts', `import fs from 'node:fs'`, 0],
  ['tools import core', 'packages/tools/src/a/b/tool.ts', `import { defineTool } from '@octet/core/tool.ts'`, 0],
  ['a relative path may not leave the package', 'apps/server/src/a.ts', `import x from '../../web/app/x.ts'`, 1],
  ['a dynamic import counts', 'packages/ipdb/src/a.ts', `await import('@octet/data/x.ts')`, 1],
  ['the environment belongs to config.ts', 'apps/server/src/a.ts', `process.env['PORT']`, 1],
  ['config.ts reads it', 'apps/server/src/config.ts', `process.env['PORT']`, 0],
  ['rules know no edge', 'apps/server/src/domain/a/b.ts', `import type { X } from '../../http/x.ts'`, 1],
  ['rules know no settings', 'apps/server/src/domain/a.ts', `import type { Config } from '../config.ts'`, 1],
  ['rules know no framework', 'apps/server/src/domain/a.ts', `import type { FastifyRequest } from 'fastify'`, 1],
  ['rules know each other and storage', 'apps/server/src/domain/a/b.ts', `import '../c/d.ts'\nimport '../../storage/e.ts'`, 0],
  ['rules write no SQL', 'apps/server/src/domain/a.ts', `import { sql } from 'kysely'`, 1],
  ['not with a builder they were given either', 'apps/server/src/domain/a.ts', `queries.selectFrom('keys')`, 1],
  ['nor does the edge', 'apps/server/src/api/a/b.ts', `queries.deleteFrom('keys')`, 1],
  ['nor what works in the background', 'apps/server/src/jobs/a.ts', `queries.updateTable('keys')`, 1],
  ['their tests may', 'apps/server/src/domain/a.test.ts', `import { sql } from 'kysely'`, 0],
  ['storage writes it', 'apps/server/src/storage/queries/a.ts', `import { sql } from 'kysely'`, 0],
  ['storage knows no edge', 'apps/server/src/storage/a.ts', `import { x } from '../http/x.ts'`, 1],
  ['an ending is written', 'apps/server/src/a.ts', `import { x } from './x'`, 1],
]
for (const [name, file, text, count] of rows) test(name, () => assert.equal(findFaults(file, text).length, count))
