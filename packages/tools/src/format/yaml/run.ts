import { refuseNonFinite } from '../../lib/data/refuse-non-finite.ts'
import type { YamlVersion } from '../../lib/yaml/read.ts'
import { INDENTS, type IndentName } from '../indent.ts'

type YamlInput = {
  readonly text: string
  readonly action: 'format' | 'minify' | 'json'
  readonly indent: IndentName
  readonly version: YamlVersion
  readonly indentLists: boolean
  readonly sortKeys: boolean
}

/** Formats YAML, writes it on one line, or turns it into JSON. */
export async function runYaml({ text, action, indent, version, indentLists, sortKeys }: YamlInput): Promise<{ text: string }> {
  if (action === 'json') {
    const [{ readYaml }, { writeJson }] = await Promise.all([
      import('../../lib/data/read-yaml.ts'),
      import('../../lib/json/write.ts'),
    ])
    return { text: writeJson(refuseNonFinite(await readYaml(text, version)), { indent: INDENTS[indent] }) }
  }
  const { formatYaml } = await import('../../lib/yaml/format.ts')
  // YAML forbids tabs (§6.1).
  const spaces = indent === 'tab' ? 2 : Number(indent)
  return {
    text: await formatYaml(text, {
      indent: spaces,
      version,
      isFlow: action === 'minify',
      indentsLists: indentLists,
      sortsKeys: sortKeys,
    }),
  }
}
