import type { Service } from './to-service.ts'

/**
 * Names of containers that are no service of the file, as Compose wants them: links to them are external, and volumes are
 * taken from `container:…`.
 */
export function leadOutside(service: Service, isService: (name: string) => boolean): Service {
  const { links = [], volumes_from: sources = [], ...rest } = service
  const [inside, outside] = [true, false].map((isInside) =>
    (links as string[]).filter((link) => isService(link.split(':', 1)[0] ?? '') === isInside),
  )
  const from = (sources as string[]).map((source) => (isService(source.split(':', 1)[0] ?? '') ? source : `container:${source}`))
  return {
    ...rest,
    ...(from.length > 0 && { volumes_from: from }),
    ...(inside && inside.length > 0 && { links: inside }),
    ...(outside && outside.length > 0 && { external_links: outside }),
  }
}
