import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' }
import draft07 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' }
import applicator2019 from 'ajv/dist/refs/json-schema-2019-09/meta/applicator.json' with { type: 'json' }
import content2019 from 'ajv/dist/refs/json-schema-2019-09/meta/content.json' with { type: 'json' }
import core2019 from 'ajv/dist/refs/json-schema-2019-09/meta/core.json' with { type: 'json' }
import format2019 from 'ajv/dist/refs/json-schema-2019-09/meta/format.json' with { type: 'json' }
import notes2019 from 'ajv/dist/refs/json-schema-2019-09/meta/meta-data.json' with { type: 'json' }
import validation2019 from 'ajv/dist/refs/json-schema-2019-09/meta/validation.json' with { type: 'json' }
import schema2019 from 'ajv/dist/refs/json-schema-2019-09/schema.json' with { type: 'json' }
import applicator2020 from 'ajv/dist/refs/json-schema-2020-12/meta/applicator.json' with { type: 'json' }
import content2020 from 'ajv/dist/refs/json-schema-2020-12/meta/content.json' with { type: 'json' }
import core2020 from 'ajv/dist/refs/json-schema-2020-12/meta/core.json' with { type: 'json' }
import format2020 from 'ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json' with { type: 'json' }
import notes2020 from 'ajv/dist/refs/json-schema-2020-12/meta/meta-data.json' with { type: 'json' }
import unevaluated2020 from 'ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json' with { type: 'json' }
import validation2020 from 'ajv/dist/refs/json-schema-2020-12/meta/validation.json' with { type: 'json' }
import schema2020 from 'ajv/dist/refs/json-schema-2020-12/schema.json' with { type: 'json' }
import { DRAFT_04 } from './draft-04.ts'
import type { Draft } from './draft-names.ts'
import { toExact } from './exact.ts'
import type { Metaschema } from './schemas.ts'
import type { Value } from './value.ts'

/** The place of what stands in no text. */
const NOWHERE = -1

/** Beside the vocabulary whose formats are said there is one whose formats are tested; no metaschema names it by itself. */
const tested2020 = {
  ...format2020,
  $id: 'https://json-schema.org/draft/2020-12/meta/format-assertion',
  $vocabulary: { 'https://json-schema.org/draft/2020-12/vocab/format-assertion': true },
}

const BY_DRAFT: Readonly<Record<Draft, readonly { readonly $id?: string; readonly id?: string }[]>> = {
  '4': [DRAFT_04],
  '7': [draft06, draft07],
  '2019-09': [schema2019, core2019, applicator2019, validation2019, notes2019, format2019, content2019],
  '2020-12': [
    schema2020,
    core2020,
    applicator2020,
    unevaluated2020,
    validation2020,
    notes2020,
    format2020,
    tested2020,
    content2020,
  ],
}

/** The schemas that say what a schema is, of every edition, with the parts (vocabularies) that the later ones are made of. */
export const METASCHEMAS: readonly Metaschema[] = (Object.keys(BY_DRAFT) as Draft[]).flatMap((draft) =>
  BY_DRAFT[draft].map((schema) => ({
    address: (schema.$id ?? schema.id ?? '').replace(/#$/, ''),
    draft,
    schema: toValue(schema),
  })),
)

function toValue(given: unknown): Value {
  const start = NOWHERE
  if (Array.isArray(given)) return { type: 'array', start, items: given.map(toValue) }
  if (typeof given === 'object' && given !== null) {
    const members = Object.entries(given).map(([key, value]) => [key, { start, value: toValue(value) }] as const)
    return { type: 'object', start, members: new Map(members) }
  }
  if (typeof given === 'string') return { type: 'string', start, text: given }
  if (typeof given === 'boolean') return { type: 'boolean', start, isTrue: given }
  return { type: 'number', start, raw: String(given), number: toExact(String(given)) }
}
