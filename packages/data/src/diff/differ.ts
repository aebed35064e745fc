import { once } from 'node:events'
import { setPriority } from 'node:os'
import { diffBuilds } from '@octet/ipdb/diff/diff.ts'
import { summarise, toCsvDiff, toNdjsonDiff } from '@octet/ipdb/diff/write-diff.ts'
import { openTwoBuilds } from '../find-build.ts'
import type { DiffRequest } from './stream-diff.ts'

/** A process of its own that compares two builds and writes what has changed to its output. */
setPriority(10)
const { varFolder, from, to, format, fields } = JSON.parse(process.argv[2] ?? '') as DiffRequest
const [before, after] = await openTwoBuilds(varFolder, [from, to])
const changes = diffBuilds(before, after, { fields })
const pieces =
  format === 'summary'
    ? [`${JSON.stringify({ from, to, ...summarise(changes) })}\n`]
    : format === 'csv'
      ? toCsvDiff(changes)
      : toNdjsonDiff(changes, { from, to })
for (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
