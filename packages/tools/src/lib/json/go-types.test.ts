import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toGoTypes } from './go-types.ts'
import { toShape } from './schema.ts'
import { parseJsonTree } from './tree.ts'

const write = (text: string) => toGoTypes(toShape([parseJsonTree(text)]))

test('structs are aligned, names have initialisms, missing and null keys are marked', () =>
  assert.equal(
    write('[{"id":1,"homeUrl":"x","nick_name":null},{"id":2,"nick_name":"a","tags":["x"],"pos":{"lat":1.5,"lon":2}}]'),
    'type Root []Item\n\n' +
      'type Item struct {\n\tID       int64    `json:"id"`\n\tHomeURL  string   `json:"homeUrl,omitempty"`\n' +
      '\tNickName *string  `json:"nick_name"`\n\tTags     []string `json:"tags,omitempty"`\n\tPos      *Pos     `json:"pos,omitempty"`\n}\n\n' +
      'type Pos struct {\n\tLat float64 `json:"lat"`\n\tLon int64   `json:"lon"`\n}\n',
  ))

test('times, numbers above 64 bits and mixed values get types that hold them', () =>
  assert.equal(
    write('{"at":"2026-01-02T03:04:05Z","n":12345678901234567890,"x":[1,"a"],"none":null,"e":{}}'),
    'import "encoding/json"\nimport "time"\n\n' +
      'type Root struct {\n\tAt   time.Time   `json:"at"`\n\tN    json.Number `json:"n"`\n\tX    []any       `json:"x"`\n' +
      '\tNone any         `json:"none"`\n\tE    E           `json:"e"`\n}\n\ntype E struct{}\n',
  ))

test('a time that may be missing is a pointer, since encoding/json leaves out no empty struct', () =>
  assert.match(write('[{"at":"2026-01-02T03:04:05Z"},{}]'), /At \*time\.Time `json:"at,omitempty"`/))

test('every key becomes an exported name of its own', () =>
  assert.equal(
    write('{"名称":1,"1st":2,"a-b":3,"a_b":4,"-":5}'),
    'type Root struct {\n\tX名称  int64 `json:"名称"`\n\tX1St int64 `json:"1st"`\n\tAB   int64 `json:"a-b"`\n\tAB2  int64 `json:"a_b"`\n' +
      '\tX    int64 `json:"-,"`\n}\n',
  ))

test('keys that no tag of Go can hold are told, and take no other value', () =>
  assert.equal(
    write('[{"a":1,"":2,"价格（元）":3,"x`y":4,"b,c":5,"it\'s":6}]').split('\n\n')[1],
    '// encoding/json has no tag for "", "价格（元）", "x`y", "b,c", "it\'s".\n' +
      'type Item struct {\n\tA    int64 `json:"a"`\n\tX    int64 `json:"-"`\n\tX价格元 int64 `json:"-"`\n\tXY   int64 `json:"-"`\n' +
      '\tBC   int64 `json:"-"`\n\tItS  int64 `json:"-"`\n}\n',
  ))
