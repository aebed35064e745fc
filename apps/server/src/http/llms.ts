import type { AnyEndpoint } from '@octet/core/endpoint.ts'
import { GROUPS, type AnyTool, type Group } from '@octet/core/tool.ts'

type Parts = {
  readonly brand: string
  readonly publicOrigin: string
  readonly tools: readonly AnyTool[]
  readonly endpoints: readonly AnyEndpoint[]
}

/** Areas of calls that programs use; accounts and the toolbox's own are left to the OpenAPI file. */
const AREAS: Readonly<Record<string, string>> = {
  geo: 'Addresses',
  privacy: 'Privacy',
  asn: 'Networks',
  jobs: 'Jobs',
  databases: 'Databases',
  corrections: 'Corrections',
}

/** `/llms.txt` (llmstxt.org): what this site offers to a language model, as Markdown with links. */
export function toLlmsText({ brand, publicOrigin, tools, endpoints }: Parts): string {
  const link = (title: string, path: string, words: string) => `- [${title}](${publicOrigin}${path}): ${words}`
  const areas = Object.entries(AREAS).flatMap(([area, title]) => {
    const calls = endpoints.filter((endpoint) => endpoint.area === area)
    return calls.length === 0
      ? []
      : ['', `## ${title}`, '', ...calls.map(({ method, path, summary }) => `- \`${method} ${toShown(path)}\`: ${summary.en}`)]
  })
  const groups = (Object.keys(GROUPS) as Group[]).flatMap((group) => {
    const own = tools.filter((tool) => tool.group === group)
    return own.length === 0
      ? []
      : [
          '',
          `## ${GROUPS[group].en}`,
          '',
          ...own.map(({ title, route, summary, id }) => link(`${title.en} (${id})`, route, summary.en)),
        ]
  })
  return [
    `# ${brand}`,
    '',
    '> Network and developer tools and IP address data. Answers are `{code, msg, data}`; `code` is 200 on success, and `raw=1` leaves the envelope out. Lookups work without a key within a limit per address.',
    '',
    link('OpenAPI', '/openapi.json', 'every call with its parameters and answers'),
    link('MCP', '/mcp', 'all tools and lookups by the Model Context Protocol, streamable HTTP'),
    link('Documentation', '/docs', 'guides with samples'),
    '',
    'Every tool below is also `POST /v1/tools/{id}` with its fields as JSON.',
    ...areas,
    ...groups,
    '',
  ].join('\n')
}

function toShown(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}
