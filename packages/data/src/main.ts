import { buildDatabase } from './build.ts'

/** `node packages/data/src/main.ts [FOLDER]`: builds into a var folder (./var) and prints the steps. */
let last = ''
const varFolder = process.argv[2] ?? 'var'
const manifest = await buildDatabase({
  varFolder,
  onProgress: ({ id, text, done }) => {
    if (id !== last) console.log(`${String(done).padStart(3)} %  ${text.en}`)
    last = id
  },
})
console.log(
  JSON.stringify({ build: manifest.build, rows: manifest.rows, cost: manifest.cost, files: manifest.files }, undefined, 2),
)
