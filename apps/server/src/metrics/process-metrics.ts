import { Gauge, type Registry } from 'prom-client'
import heapSizeAndUsed from 'prom-client/lib/metrics/heapSizeAndUsed.js'
import heapSpacesSizeAndUsed from 'prom-client/lib/metrics/heapSpacesSizeAndUsed.js'
import osMemoryHeap from 'prom-client/lib/metrics/osMemoryHeap.js'
import processCpuTotal from 'prom-client/lib/metrics/processCpuTotal.js'
import processMaxFileDescriptors from 'prom-client/lib/metrics/processMaxFileDescriptors.js'
import processOpenFileDescriptors from 'prom-client/lib/metrics/processOpenFileDescriptors.js'
import processResources from 'prom-client/lib/metrics/processResources.js'
import version from 'prom-client/lib/metrics/version.js'

/**
 * The default metrics of `prom-client` that cost something only when they are asked for. Left out are the times of garbage
 * collections, for which Node runs code behind each (a third of the 99th percentile at 10,000 requests a second), and its
 * delay of the event loop, which wakes an idle process 100 times a second: `octet_loop_delay_seconds` tells that.
 */
export function registerProcessMetrics(registry: Registry): void {
  const metrics = [
    processCpuTotal,
    osMemoryHeap,
    processOpenFileDescriptors,
    processMaxFileDescriptors,
    processResources,
    heapSizeAndUsed,
    heapSpacesSizeAndUsed,
    version,
  ]
  for (const register of metrics) register(registry, { prefix: 'octet_' })
  registry.removeSingleMetric('octet_nodejs_active_resources_total') // a gauge by the name of a counter; the sum of another
  const startedAt = Math.round(Date.now() / 1000 - process.uptime())
  registry.registerMetric(
    // The library has it, too, but drops it where threads are added up.
    new Gauge({
      name: 'octet_process_start_time_seconds',
      help: 'When the process began, in seconds since 1970',
      registers: [],
      aggregator: 'max',
      collect() {
        this.set(startedAt)
      },
    }),
  )
}
