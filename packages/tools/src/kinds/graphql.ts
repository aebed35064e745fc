import { defineKind } from '@octet/core/kind.ts'

const OPERATION = /^(?:\s|#[^\n]*(?:\n|$))*(?:query|mutation|subscription)\b\s*(?:[\w]{1,100}\s*)?(?:\([^){]{0,2000}\)\s*)?\{/
const FRAGMENT = /^(?:\s|#[^\n]*(?:\n|$))*fragment\s+\w{1,100}\s+on\s+\w{1,100}\s*[{@]/
const SCHEMA =
  /^(?:\s|#[^\n]*(?:\n|$))*(?:extend\s+)?(?:type|input|interface)\s+\w{1,100}(?:\s+implements\s+[\w\s&]{1,300})?\s*\{\s*(?:"[^"]{0,300}"\s*)?\w{1,100}(?:\([^)]{0,500}\))?\s*:\s*\[?[A-Z]\w{0,100}\b/

export default defineKind({
  id: 'graphql',
  title: { en: 'GraphQL', zh: 'GraphQL' },
  examples: [
    'query { user(id: 1) { name } }',
    'query Q($id:ID!){user(id:$id){name}}',
    'mutation Add($x: Int = 1) { add(x: $x) }',
    'fragment F on User { name }',
    'type User { id: ID!, friends(first: Int): [User!]! }',
    '# the schema\nextend type Query { me: User }',
  ],
  counterExamples: [
    'interface User { name: string; age?: number }',
    'query the database',
    'select 1',
    '{"query":"{ a }"}',
    'type User = { a: string }',
    'a { color: red; }',
  ],
  detect: (sample) => (OPERATION.test(sample) || FRAGMENT.test(sample) || SCHEMA.test(sample) ? { score: 0.94 } : undefined),
})
