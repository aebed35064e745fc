import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { TEMPLATES, type Template } from './new-templates.ts'

/** `npm run new tool convert/roman`: the first version of a thing, with an example that fails until it is filled in. */
const [kind = '', path = ''] = process.argv.slice(2)
const make = Object.hasOwn(TEMPLATES, kind) ? TEMPLATES[kind] : undefined
if (!make || !path) {
  console.error(`usage: npm run new <${Object.keys(TEMPLATES).join('|')}> <path>, e.g. npm run new tool convert/roman`)
  process.exit(2)
}
const { files, next } = makeOrExit(make, path)
for (const file of Object.keys(files))
  if (existsSync(toTarget(file))) {
    console.error(`${file} is there already`)
    process.exit(1)
  }
for (const [file, text] of Object.entries(files)) {
  await mkdir(dirname(toTarget(file)), { recursive: true })
  await writeFile(toTarget(file), text)
  console.log(`wrote ${file}`)
}
console.log(`next: ${next}`)

function toTarget(file: string): string {
  return join(import.meta.dirname, '..', file)
}

function makeOrExit(template: (path: string) => Template, at: string): Template {
  try {
    return template(at)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}
