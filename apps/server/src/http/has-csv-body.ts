import type { EndpointContext } from '@octet/core/endpoint.ts'

/** Whether a call says that its body is a CSV, whose first line may name the columns. */
export function hasCsvBody({ header }: Pick<EndpointContext<unknown>, 'header'>): boolean {
  return header('content-type')?.includes('csv') === true
}
