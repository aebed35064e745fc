const POSITIVE = { $ref: '#/definitions/positiveInteger' }
const POSITIVE_OR_0 = { $ref: '#/definitions/positiveIntegerDefault0' }
const SCHEMAS = { $ref: '#/definitions/schemaArray' }
const TEXT = { type: 'string' }
const NUMBER = { type: 'number' }
const FLAG = { type: 'boolean' }
const SCHEMA_OR_FLAG = { anyOf: [FLAG, { $ref: '#' }] }
const SCHEMA_MAP = { type: 'object', additionalProperties: { $ref: '#' } }

/** The metaschema of draft-04, without titles and defaults, of which no check takes notice. */
export const DRAFT_04 = {
  id: 'http://json-schema.org/draft-04/schema#',
  $schema: 'http://json-schema.org/draft-04/schema#',
  definitions: {
    schemaArray: { type: 'array', minItems: 1, items: { $ref: '#' } },
    positiveInteger: { type: 'integer', minimum: 0 },
    positiveIntegerDefault0: { allOf: [POSITIVE] },
    simpleTypes: { enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] },
    stringArray: { type: 'array', items: TEXT, minItems: 1, uniqueItems: true },
  },
  type: 'object',
  properties: {
    id: TEXT,
    $schema: TEXT,
    title: TEXT,
    description: TEXT,
    default: {},
    multipleOf: { type: 'number', minimum: 0, exclusiveMinimum: true },
    maximum: NUMBER,
    exclusiveMaximum: FLAG,
    minimum: NUMBER,
    exclusiveMinimum: FLAG,
    maxLength: POSITIVE,
    minLength: POSITIVE_OR_0,
    pattern: { type: 'string', format: 'regex' },
    additionalItems: SCHEMA_OR_FLAG,
    items: { anyOf: [{ $ref: '#' }, SCHEMAS] },
    maxItems: POSITIVE,
    minItems: POSITIVE_OR_0,
    uniqueItems: FLAG,
    maxProperties: POSITIVE,
    minProperties: POSITIVE_OR_0,
    required: { $ref: '#/definitions/stringArray' },
    additionalProperties: SCHEMA_OR_FLAG,
    definitions: SCHEMA_MAP,
    properties: SCHEMA_MAP,
    patternProperties: SCHEMA_MAP,
    dependencies: {
      type: 'object',
      additionalProperties: { anyOf: [{ $ref: '#' }, { $ref: '#/definitions/stringArray' }] },
    },
    enum: { type: 'array', minItems: 1, uniqueItems: true },
    type: {
      anyOf: [
        { $ref: '#/definitions/simpleTypes' },
        { type: 'array', items: { $ref: '#/definitions/simpleTypes' }, minItems: 1, uniqueItems: true },
      ],
    },
    format: TEXT,
    allOf: SCHEMAS,
    anyOf: SCHEMAS,
    oneOf: SCHEMAS,
    not: { $ref: '#' },
  },
  dependencies: { exclusiveMaximum: ['maximum'], exclusiveMinimum: ['minimum'] },
}
