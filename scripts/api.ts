import { startProduct, VAR_FOLDER } from '../apps/server/src/testing/start.ts'
import { prepareData } from './prepare-data.ts'

/** How a body is sent: as JSON, as the fields of a form (`text=abc&to=upper`), or as lines of text. */
const toContentType = (body: string): string => {
  if (/^\s*[[{]/.test(body)) return 'application/json'
  return /^[\w-]+=/.test(body) ? 'application/x-www-form-urlencoded' : 'text/plain'
}

/** `npm run api GET /v1/ip/8.8.8.8 [body]`: one call to the whole product, without a port. */
const [method = 'GET', url = '/v1/ip/8.8.8.8', body] = process.argv.slice(2)
await prepareData(VAR_FOLDER)
await using product = await startProduct()
const answer = await product.app.inject({
  method: method as 'GET' | 'POST',
  url,
  ...(body !== undefined && {
    payload: body,
    headers: { 'content-type': toContentType(body) },
  }),
})
console.error(`${answer.statusCode} ${answer.headers['content-type'] ?? ''}`)
const isJson = String(answer.headers['content-type']).includes('application/json')
console.log(isJson ? JSON.stringify(answer.json(), null, 2) : answer.body)
