import { bytes } from '@octet/core/field.ts'
import * as z from 'zod'
import { notesField } from '../../lib/notes-field.ts'

/** What encoding or decoding gives: the text, the file it was, and what there is to say about it. */
export const codedSchema = z.object({
  text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
  direction: z.enum(['encode', 'decode']).meta({
    label: { en: 'Action', zh: '操作' },
    options: { encode: { en: 'Encoded', zh: '已编码' }, decode: { en: 'Decoded', zh: '已解码' } },
  }),
  sizeBytes: z.int().meta({ label: { en: 'Size of the content', zh: '内容大小' }, unit: 'B' }),
  shown: z
    .string()
    .optional()
    .meta({ label: { en: 'Shown as', zh: '显示为' } }),
  mime: z
    .string()
    .optional()
    .meta({ label: { en: 'File type', zh: '文件类型' } }),
  preview: z
    .string()
    .optional()
    .meta({ label: { en: 'Preview', zh: '预览' }, widget: 'image' }),
  file: bytes()
    .optional()
    .meta({ label: { en: 'File', zh: '文件' } }),
  notes: notesField,
})
