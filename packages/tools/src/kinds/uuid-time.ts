import { defineKind } from '@octet/core/kind.ts'
import uuid from './uuid.ts'

export default defineKind({
  id: 'uuid-time',
  title: { en: 'UUID that holds a time', zh: '含时间的 UUID' },
  examples: ['017F22E2-79B0-7CC3-98C4-DC0C0C07398F', 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'],
  counterExamples: ['919108f7-52d1-4320-9bac-f847db4148a8', '2ed6657d-e927-568b-95e1-2665a8aea6a2'],
  detect(sample) {
    const found = uuid.detect(sample)
    return found && /^version [167]$/.test(found.note?.en ?? '') ? found : undefined
  },
})
