import type { Service } from './to-service.ts'

/**
 * Names of containers that are no service of the file, as Compose wants them: links to them are external, and volumes are
 * taken from `container:…`. What is shared with a container that is one is shared with the service, which so starts before.
 */
export function leadOutside(service: Service, isService: (name: string) => boolean): Service {
  const { links = [], volumes_from: sources = [], ...rest } = service
  const [inside, outside] = [true, false].map((isInside) =>
    (links as string[]).filter((link) => isService(link.split(':', 1)[0] ?? '') === isInside),
  )
  const from = (sources as string[]).map((source) => (isService(source.split(':', 1)[0] ?? '') ? source : `container:${source}`))
  const shared = ['network_mode', 'pid', 'ipc'].flatMap((key) => {
    const [, name] = /^container:(.*)$/s.exec(String(rest[key])) ?? []
    return name !== undefined && isService(name) ? [[key, `service:${name}`] as const] : []
  })
  return {
    ...rest,
    ...Object.fromEntries(shared),
    ...(from.length > 0 && { volumes_from: from }),
    ...(inside && inside.length > 0 && { links: inside }),
    ...(outside && outside.length > 0 && { external_links: outside }),
  }
}
