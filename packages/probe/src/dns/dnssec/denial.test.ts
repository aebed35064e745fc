import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rr } from '../../testing/dns-server.ts'
import { toBase32Hex } from '../fields.ts'
import { TYPES } from '../types.ts'
import { findDenial, hashName, type Denial } from './denial.ts'
import type { RrSet } from './rrset.ts'

const { A, DS } = TYPES
const CUT = ['NS', 'RRSIG', 'NSEC']
const TOP = ['NS', 'SOA', 'RRSIG', 'NSEC']

function prove(name: string, type: 'NSEC' | 'NSEC3', fields: Parameters<typeof rr>[2]): RrSet {
  return { name, type: TYPES[type], records: [rr(name, type, fields)], signatures: [] }
}

const nsec = (name: string, next: string, types: readonly string[]) => prove(name, 'NSEC', { next, types })

/** The hash of a name, moved by so many steps. */
function toHash(name: string, steps: number): string {
  const hash = BigInt(`0x${hashName(name, { salt: Buffer.alloc(0), iterations: 0 }).toString('hex')}`) + BigInt(steps)
  return toBase32Hex(Buffer.from(hash.toString(16).padStart(40, '0'), 'hex')).toLowerCase()
}

const nsec3 = (name: string, from: number, types: readonly string[], flags = 0) =>
  prove(`${toHash(name, from)}.z.`, 'NSEC3', { algorithm: 1, flags, iterations: 0, salt: '-', next: toHash(name, 1), types })
const match = (name: string, types: readonly string[]) => nsec3(name, 0, types)
const open = (name: string) => nsec3(name, -1, ['A', 'RRSIG'], 1)
const cover = (name: string) => nsec3(name, -1, ['A', 'RRSIG'])
/** The one hash of a zone that has a single name: the next one is itself. */
const alone = (name: string, types: readonly string[]) =>
  prove(`${toHash(name, 0)}.z.`, 'NSEC3', { algorithm: 1, flags: 0, iterations: 0, salt: '-', next: toHash(name, 0), types })

const noWildcard = nsec('z.', 'a.z.', TOP)
const top = match('z.', TOP)

const CASES: readonly [outcome: string, Denial['kind'] | 'nothing', name: string, type: number, proven: readonly RrSet[]][] = [
  ['a name without the type', 'no-data', 'a.z.', A, [nsec('a.z.', 'c.z.', ['MX'])]],
  ['a name that has the type', 'nothing', 'a.z.', A, [nsec('a.z.', 'c.z.', ['A'])]],
  ['a name that is an alias', 'nothing', 'a.z.', A, [nsec('a.z.', 'c.z.', ['CNAME'])]],
  ['the DS of an alias', 'no-data', 'a.z.', DS, [nsec('a.z.', 'c.z.', ['CNAME'])]],
  ['the DS of a delegation', 'no-data', 'a.z.', DS, [nsec('a.z.', 'c.z.', CUT)]],
  [
    'a name that does not exist, as its own NSEC says',
    'no-name',
    'a.z.',
    A,
    [nsec('a.z.', '\\000.a.z.', ['RRSIG', 'NSEC', 'NXNAME'])],
  ],
  ['a name with a type beside NXNAME', 'no-data', 'a.z.', A, [nsec('a.z.', 'c.z.', ['MX', 'NXNAME'])]],
  ['the DS of the root', 'no-data', '.', DS, [nsec('.', 'a.', TOP)]],
  ['a type of a name that is above unsigned ones alone', 'opt-out', 'b.z.', A, [top, open('b.z.')]],
  ['a type that a wildcard beside an opt-out has', 'nothing', 'b.z.', A, [top, open('b.z.'), match('*.z.', ['A'])]],
  ['the DS of a zone by its own NSEC', 'nothing', 'z.', DS, [nsec('z.', 'a.z.', TOP)]],
  ['a type of the child by the NSEC of its parent', 'nothing', 'a.z.', A, [nsec('a.z.', 'c.z.', CUT)]],
  ['a type of the top of a zone by its own NSEC', 'no-data', 'z.', A, [nsec('z.', 'a.z.', TOP)]],
  ['a name between two', 'no-name', 'b.z.', A, [noWildcard, nsec('a.z.', 'c.z.', ['A'])]],
  ['a name behind the last of the zone', 'no-name', 'b.z.', A, [noWildcard, nsec('a.z.', 'z.', ['A'])]],
  ['a name beside a delegation', 'no-name', 'b.z.', A, [noWildcard, nsec('a.z.', 'c.z.', CUT)]],
  ['a name below a delegation', 'nothing', 'b.a.z.', A, [noWildcard, nsec('a.z.', 'c.z.', CUT)]],
  ['a name beside a DNAME', 'no-name', 'b.z.', A, [noWildcard, nsec('a.z.', 'c.z.', ['DNAME'])]],
  ['a name below a DNAME', 'nothing', 'b.a.z.', A, [noWildcard, nsec('a.z.', 'c.z.', ['DNAME'])]],
  ['a name whose wildcard may exist', 'nothing', 'b.z.', A, [nsec('a.z.', 'c.z.', ['A'])]],
  ['a name by its hash', 'no-name', 'b.z.', A, [top, cover('b.z.'), cover('*.z.')]],
  ['a name in a zone of one name', 'no-name', 'b.z.', A, [nsec('z.', 'z.', TOP)]],
  ['a name in a zone of one hash', 'no-name', 'b.z.', A, [alone('z.', TOP)]],
  ['a type that the one hash of a zone has', 'nothing', 'z.', TYPES.NS, [alone('z.', TOP)]],
  ['a name by its hash whose wildcard may exist', 'nothing', 'b.z.', A, [top, cover('b.z.')]],
  ['a name by its hash whose encloser is not shown', 'nothing', 'b.z.', A, [cover('b.z.'), cover('*.z.')]],
  ['a name by the hash of its wildcard alone', 'nothing', 'b.z.', A, [top, cover('*.z.')]],
  ['a name below a hash', 'no-name', 'b.a.z.', A, [match('a.z.', ['A']), cover('b.a.z.'), cover('*.a.z.')]],
  ['a name below the hash of a delegation', 'nothing', 'b.a.z.', A, [match('a.z.', CUT), cover('b.a.z.'), cover('*.a.z.')]],
  ['a name below the hash of a DNAME', 'nothing', 'b.a.z.', A, [match('a.z.', ['DNAME']), cover('b.a.z.'), cover('*.a.z.')]],
]
for (const [outcome, kind, name, type, proven] of CASES)
  test(`${outcome}: ${kind}`, () => assert.equal(findDenial(name, type, proven)?.kind ?? 'nothing', kind))
