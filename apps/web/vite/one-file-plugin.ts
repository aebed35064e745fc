import { build, type Plugin, type Rolldown } from 'vite'

/** Modules so large that they are built once: each worker is a build of its own, and would bring them, and keep them offline, again. */
const LARGE = /node_modules[\\/]jq-wasm[\\/]dist[\\/]build[\\/]jq\.js$/

const made = new Map<string, Promise<string>>()

/** Writes a large module to a file of its own, whose name tells of its content alone, and has every build import that one file. */
export const oneFilePlugin = (): Plugin => ({
  name: 'octet-one-file',
  apply: 'build',
  load: {
    filter: { id: LARGE },
    async handler(id) {
      if (this.environment.config.consumer === 'server') return undefined
      const source = await (made.get(id) ?? made.set(id, buildAlone(id)).get(id)!)
      const file = this.emitFile({ type: 'asset', name: 'jq.js', source })
      return `const { default: it } = await import(/* @vite-ignore */ import.meta.ROLLUP_FILE_URL_${file})\nexport default it\n`
    },
  },
})

async function buildAlone(input: string): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: { write: false, target: 'es2022', rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput
  if (output.length !== 1) throw new Error(`expected one file of ${input}, got ${output.length}`)
  return output[0].code
}
