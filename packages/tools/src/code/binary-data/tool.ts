import { bytes } from '@octet/core/field.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { WRITTEN, WRITTEN_WORDS } from '../../lib/written-bytes.ts'
import { notesField } from '../../lib/notes-field.ts'
import { runBinaryData } from './binary-data.ts'
import { FORMAT_WORDS, FORMATS } from './formats.ts'

export default defineTool({
  id: 'binary-data',
  route: '/code/binary',
  group: 'code',
  rank: 38,
  icon: 'BinaryTree2',
  title: { en: 'Binary data decoder', zh: '二进制数据解析' },
  summary: {
    en: 'Take ASN.1, CBOR, MessagePack, BSON and Protobuf apart value by value; write JSON as CBOR or MessagePack',
    zh: '逐值解析 ASN.1、CBOR、MessagePack、BSON、Protobuf；把 JSON 写成 CBOR 或 MessagePack',
  },
  about: {
    en: 'Bytes may be hex, Base64, PEM or a file; the format is found by what reads to the last byte. CBOR (RFC 8949) and MessagePack are shown in diagnostic notation and as JSON, in which byte strings are Base64 for URLs; BSON as Extended JSON, ASN.1 (X.690) with the names of object identifiers, and with what octet strings hold.\n\nProtobuf needs no schema: what has a length is text, a message or bytes, whichever it reads as, and numbers are shown with their other meanings. Every value has its offset. What came before a fault is shown where the format is chosen.\n\nCBOR is written with the shortest heads and floats (RFC 8949 §4.2.1), and whole numbers above 64 bits as bignums.',
    zh: '数据可以是十六进制、Base64、PEM 或文件；能完整读到最后一个字节的格式即为所用格式。CBOR（RFC 8949）与 MessagePack 以诊断记法和 JSON 显示，JSON 中的字节串为 URL 安全的 Base64；BSON 以 Extended JSON 显示；ASN.1（X.690）附对象标识符名称，并展开八位串中的内容。\n\nProtobuf 无需模式定义：带长度的字段按文本、消息或字节读取，数字附上其他可能的含义。每个值都标出偏移。指定格式后，出错之前的内容会照常显示。\n\n写 CBOR 时采用最短的首部与浮点数（RFC 8949 §4.2.1），超过 64 位的整数写成大数。',
  },
  keywords: [
    'asn.1',
    'asn1',
    'der',
    'ber',
    'cbor',
    'cose',
    'msgpack',
    'messagepack',
    'bson',
    'protobuf',
    'protocol buffers',
    'grpc',
    'binary',
    'decode',
    'oid',
    'webauthn',
    'json to cbor',
    'json to msgpack',
    '二进制',
    '解析',
    '反序列化',
    '序列化',
  ],
  input: z.object({
    text: z
      .string()
      .default('')
      .meta({
        label: { en: 'Data', zh: '数据' },
        widget: 'text',
        main: true,
        wanted: true,
        placeholder: { en: 'Hex, Base64 or PEM; or JSON to write', zh: '十六进制、Base64 或 PEM；也可以是要写成二进制的 JSON' },
      }),
    file: bytes()
      .optional()
      .meta({ label: { en: 'or a file', zh: '或选择文件' }, wanted: true }),
    direction: z
      .enum(['auto', 'read', 'write'])
      .default('auto')
      .meta({
        label: { en: 'Direction', zh: '方向' },
        options: {
          auto: { en: 'Auto', zh: '自动' },
          read: { en: 'Decode', zh: '解析' },
          write: { en: 'Encode JSON', zh: '写入 JSON' },
        },
      }),
    format: z
      .enum(['auto', ...FORMATS])
      .default('auto')
      .meta({
        label: { en: 'Format', zh: '格式' },
        help: { en: 'Auto finds it when decoding and writes CBOR', zh: '自动：解析时识别格式，写入时使用 CBOR' },
        options: { auto: { en: 'Auto', zh: '自动' }, ...FORMAT_WORDS },
      }),
    written: z
      .enum(WRITTEN)
      .default('base16')
      .meta({
        label: { en: 'Output encoding', zh: '二进制结果写作' },
        options: WRITTEN_WORDS,
        advanced: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    direction: z.enum(['read', 'write']).meta({
      label: { en: 'Action', zh: '操作' },
      options: { read: { en: 'Decoded', zh: '已解析' }, write: { en: 'Encoded', zh: '已编码' } },
    }),
    format: z.enum(FORMATS).meta({ label: { en: 'Format', zh: '格式' }, options: FORMAT_WORDS }),
    sizeBytes: z.int().meta({ label: { en: 'Size', zh: '大小' }, unit: 'B' }),
    json: z
      .string()
      .optional()
      .meta({ label: { en: 'JSON', zh: 'JSON' }, widget: 'code', language: 'json' }),
    rows: z
      .array(
        z.object({
          offset: z.string().meta({ label: { en: 'Offset', zh: '偏移' } }),
          sizeBytes: z.int().meta({ label: { en: 'Size', zh: '大小' }, unit: 'B' }),
          key: z
            .string()
            .optional()
            .meta({ label: { en: 'Key', zh: '键' } }),
          type: z.string().meta({ label: { en: 'Type', zh: '类型' } }),
          value: z
            .string()
            .optional()
            .meta({ label: { en: 'Value', zh: '值' } }),
          also: z
            .string()
            .optional()
            .meta({ label: { en: 'Or', zh: '也可能是' } }),
        }),
      )
      .meta({ label: { en: 'Values', zh: '各个值' }, widget: 'table' }),
    file: bytes()
      .optional()
      .meta({ label: { en: 'File', zh: '文件' } }),
    notes: notesField,
  }),
  errors: ['unsupported_value', 'syntax_error', 'too_large'],
  accepts: { 'binary-data': { direction: 'read' } },
  files: { certificate: { direction: 'read' }, signed: { direction: 'read' } },
  examples: [
    {
      name: { en: 'Protobuf without its schema', zh: '没有模式定义的 Protobuf' },
      input: { text: '089601120774657374696e671a0308ac02' },
      output: {
        text: '1: 150\n2: "testing"\n3 {\n  1: 300\n}',
        direction: 'read',
        format: 'protobuf',
        sizeBytes: 17,
        rows: [
          { offset: '0x0000', sizeBytes: 3, key: '1', type: 'varint', value: '150', also: 'sint64 75' },
          { offset: '0x0003', sizeBytes: 9, key: '2', type: 'string', value: '"testing"' },
          { offset: '0x000c', sizeBytes: 5, key: '3', type: 'message' },
          { offset: '0x000e', sizeBytes: 3, key: '1', type: '\u2003varint', value: '300', also: 'sint64 150' },
        ],
        notes: [],
      },
    },
    {
      name: { en: 'A public key in PEM', zh: 'PEM 公钥' },
      input: {
        text: '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----',
      },
      output: {
        text: 'SEQUENCE {\n  SEQUENCE {\n    OBJECT IDENTIFIER 1.3.101.112 Ed25519\n  }\n  BIT STRING 19 bf 44 09 69 84 cd fe 85 41 ba c1 67 dc 3b 96 c8 50 86 aa 30 b6 b6 cb 0c 5c 38 ad 70 31 66 e1\n}',
        direction: 'read',
        format: 'asn1',
        sizeBytes: 44,
        rows: [
          { offset: '0x0000', sizeBytes: 44, type: 'SEQUENCE' },
          { offset: '0x0002', sizeBytes: 7, type: '\u2003SEQUENCE' },
          { offset: '0x0004', sizeBytes: 5, type: '\u2003\u2003OBJECT IDENTIFIER', value: '1.3.101.112 Ed25519' },
          {
            offset: '0x0009',
            sizeBytes: 35,
            type: '\u2003BIT STRING',
            value: '19 bf 44 09 69 84 cd fe 85 41 ba c1 67 dc 3b 96 c8 50 86 aa 30 b6 b6 cb 0c 5c 38 ad 70 31 66 e1',
            also: '256 bit',
          },
        ],
        notes: [],
      },
    },
    {
      name: { en: 'CBOR with a tagged time', zh: '带时间标签的 CBOR' },
      input: { text: 'a2627374c11a514b67b0647465737441ff' },
      output: {
        text: '{\n  "st": 1(1363896240), / 2013-03-21T20:04:00Z /\n  "test": h\'ff\'\n}',
        direction: 'read',
        format: 'cbor',
        sizeBytes: 17,
        json: '{\n  "st": 1363896240,\n  "test": "_w"\n}',
        rows: [
          { offset: '0x0000', sizeBytes: 17, type: 'map' },
          { offset: '0x0004', sizeBytes: 6, key: '"st"', type: '\u2003tag 1 epoch time', also: '2013-03-21T20:04:00Z' },
          { offset: '0x0005', sizeBytes: 5, type: '\u2003\u2003uint', value: '1363896240' },
          { offset: '0x000f', sizeBytes: 2, key: '"test"', type: '\u2003byte string', value: "h'ff'" },
        ],
        notes: [],
      },
    },
    {
      name: { en: 'A document of MongoDB', zh: 'MongoDB 文档' },
      input: { text: 'KQAAAAdfaWQAX16QEAAAAAAAAAAAEG4AKgAAAAlhdACgzmN1fwEAAAA=' },
      output: {
        text: '{\n  "_id": { "$oid": "5f5e90100000000000000000" },\n  "n": 42,\n  "at": { "$date": "2022-03-10T19:52:29.600Z" }\n}',
        direction: 'read',
        format: 'bson',
        sizeBytes: 41,
        rows: [
          { offset: '0x0000', sizeBytes: 41, type: 'document' },
          {
            offset: '0x0004',
            sizeBytes: 17,
            key: '"_id"',
            type: '\u2003ObjectId',
            value: '{ "$oid": "5f5e90100000000000000000" }',
            also: '2020-09-13T21:33:04Z',
          },
          { offset: '0x0015', sizeBytes: 7, key: '"n"', type: '\u2003int32', value: '42' },
          {
            offset: '0x001c',
            sizeBytes: 12,
            key: '"at"',
            type: '\u2003UTC datetime',
            value: '{ "$date": "2022-03-10T19:52:29.600Z" }',
          },
        ],
        notes: [],
      },
    },
    {
      name: { en: 'JSON as CBOR', zh: 'JSON 写成 CBOR' },
      input: { text: '{"sensor": 7, "values": [1.5, 21, null]}' },
    },
    {
      name: { en: 'JSON as MessagePack', zh: 'JSON 写成 MessagePack' },
      input: { text: '{"compact": true, "schema": 0}', format: 'msgpack', written: 'base64' },
    },
  ],
  run: (input, { lang }) => runBinaryData(input, lang),
})
