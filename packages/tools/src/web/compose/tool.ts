import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { toYaml } from '../../lib/data/to-yaml.ts'
import { parseJsonTree } from '../../lib/json/tree.ts'
import { refuseLong } from '../../lib/refuse-long.ts'
import { isComposeFile } from './is-compose-file.ts'
import { leadOutside } from './lead-outside.ts'
import { readCompose } from './read-compose.ts'
import { readRuns } from './read-run.ts'
import { toCommands } from './to-commands.ts'
import { toService, type Service } from './to-service.ts'

/** Longest text, in 2^20 UTF-16 units. */
const MAX_MEBI = 0.25
/** Longest name of a host (RFC 1123 §2.1), which each service has as its own. */
const MAX_NAME = 63

export default defineTool({
  id: 'compose',
  route: '/web/compose',
  group: 'web',
  rank: 15,
  icon: 'BrandDocker',
  title: { en: 'docker run and Compose', zh: 'docker run 与 Compose 互转' },
  summary: {
    en: 'Turn docker run commands into a compose.yaml, and a compose.yaml into commands',
    zh: 'docker run 命令与 compose.yaml 互相转换',
  },
  about: {
    en: 'Reads docker, podman and nerdctl run, one command or several, as a shell would pass them. A network that a command names has to be there before, so it is external; a volume keeps its name. $(pwd) becomes the folder of the file. What Compose has no word for is listed beside the file.\n\nA compose.yaml becomes commands for a POSIX shell: its networks, then each service behind those it depends on; services without a network share one, as in Compose. Nothing is run.',
    zh: '按 shell 的规则读取 docker、podman、nerdctl 的 run 命令，可一次转换多条。命令中的网络须事先存在，因此标为 external；卷沿用原名。$(pwd) 转为文件所在目录。Compose 没有对应写法的内容会逐条说明。\n\ncompose.yaml 则转为 POSIX shell 命令：先建网络，再按依赖顺序启动各服务；未指定网络的服务与 Compose 一样共用一个网络。不会执行任何命令。',
  },
  keywords: [
    'docker',
    'docker-compose',
    'podman',
    'container',
    'yaml',
    'composerize',
    'decomposerize',
    'compose to docker run',
    '容器',
    '镜像',
    '编排',
    'docker run',
  ],
  input: z.object({
    text: z.string().meta({
      label: { en: 'Commands, or a compose.yaml', zh: '命令，或 compose.yaml' },
      widget: 'code',
      main: true,
      // Commands hold passwords of databases and tokens.
      secret: true,
      placeholder: { en: 'docker run -d -p 8080:80 --name web nginx', zh: 'docker run -d -p 8080:80 --name web nginx' },
    }),
    to: z
      .enum(['auto', 'compose', 'commands'])
      .default('auto')
      .meta({
        label: { en: 'Convert to', zh: '转为' },
        options: {
          auto: { en: 'Automatic', zh: '自动' },
          compose: { en: 'compose.yaml', zh: 'compose.yaml' },
          commands: { en: 'Commands', zh: '命令' },
        },
      }),
  }),
  output: z.object({
    text: z.string().meta({
      label: { en: 'Result', zh: '结果' },
      widget: 'code',
      language: 'yaml',
      endings: { sh: { to: ['commands'] } },
      main: true,
    }),
    notes: z.array(z.string()).meta({ label: { en: 'Not converted, and notes', zh: '未转换与须知' } }),
  }),
  errors: ['syntax_error'],
  accepts: { 'docker-command': { text: '' }, 'compose-file': { text: '' } },
  examples: [
    {
      name: { en: 'A web server', zh: 'Web 服务器' },
      input: {
        text: 'docker run -d --name web -p 8080:80 -v $(pwd)/html:/usr/share/nginx/html:ro --restart unless-stopped nginx:1.29',
      },
      output: {
        text: 'services:\n  web:\n    image: "nginx:1.29"\n    container_name: web\n    ports:\n    - "8080:80"\n    volumes:\n    - "./html:/usr/share/nginx/html:ro"\n    restart: unless-stopped\n',
        notes: [],
      },
    },
    {
      name: { en: 'A database on a network, with its client', zh: '网络上的数据库及客户端' },
      input: {
        text: "docker run -d --name db --network back -e POSTGRES_PASSWORD='s$cret' -v pgdata:/var/lib/postgresql/data \\\n  --health-cmd 'pg_isready -U postgres' --health-interval 10s postgres:17\ndocker run -it --rm --network back postgres:17 psql -h db -U postgres",
      },
      output: {
        text: 'services:\n  db:\n    image: "postgres:17"\n    container_name: db\n    environment:\n    - "POSTGRES_PASSWORD=s$$cret"\n    volumes:\n    - "pgdata:/var/lib/postgresql/data"\n    networks:\n    - back\n    healthcheck:\n      test:\n      - CMD-SHELL\n      - pg_isready -U postgres\n      interval: "10s"\n  postgres:\n    image: "postgres:17"\n    stdin_open: true\n    tty: true\n    networks:\n    - back\n    command:\n    - psql\n    - "-h"\n    - db\n    - "-U"\n    - postgres\nnetworks:\n  back:\n    external: true\nvolumes:\n  pgdata:\n    name: pgdata\n',
        notes: ['--rm: docker compose down removes the container'],
      },
    },
    {
      name: { en: 'Back: a file as commands', zh: '反向：文件转命令' },
      input: {
        text: 'name: shop\nservices:\n  web:\n    image: nginx:1.29\n    ports: ["8080:80"]\n    volumes: ["./html:/usr/share/nginx/html:ro"]\n    depends_on: [db]\n  db:\n    image: postgres:17\n    environment:\n      POSTGRES_PASSWORD: s$$cret\n    volumes: ["data:/var/lib/postgresql/data"]\nvolumes:\n  data:\n',
      },
      output: {
        text: 'docker network create shop_default\ndocker run -d \\\n  --name db \\\n  -e \'POSTGRES_PASSWORD=s$cret\' \\\n  -v shop_data:/var/lib/postgresql/data \\\n  --network shop_default \\\n  postgres:17\ndocker run -d \\\n  --name web \\\n  -p 8080:80 \\\n  -v "${PWD}/html:/usr/share/nginx/html:ro" \\\n  --network shop_default \\\n  nginx:1.29\n',
        notes: [],
      },
    },
  ],
  async run({ text, to }, { lang }) {
    refuseLong(text, MAX_MEBI)
    if (to === 'commands' || (to === 'auto' && isComposeFile(text))) {
      const { file, services: described } = await readCompose(text)
      const { text: commands, notes: told } = toCommands(file, described)
      return { text: commands, notes: told.map((note) => note[lang]) }
    }
    const services = new Map<string, Service>()
    const names = new Names()
    const [networks, volumes, notes] = [new Set<string>(), new Set<string>(), new Set<string>()]
    for (const run of readRuns(text)) {
      const written = toService(run)
      services.set(names.take(written.service), written.service)
      for (const name of written.networks) networks.add(name)
      for (const name of written.volumes) volumes.add(name)
      for (const note of written.notes) notes.add(note[lang])
    }
    networks.delete('default')
    const file = {
      services: Object.fromEntries(
        [...services].map(([name, service]) => [name, leadOutside(service, (other) => services.has(other))]),
      ),
      ...(networks.size > 0 && { networks: Object.fromEntries([...networks].map((name) => [name, { external: true }])) }),
      ...(volumes.size > 0 && { volumes: Object.fromEntries([...volumes].map((name) => [name, { name }])) }),
    }
    return { text: toYaml(parseJsonTree(JSON.stringify(file))), notes: [...notes] }
  },
})

/** Names for services: that of the container, or of the image without its registry and tag; with a number where another has it. */
class Names {
  readonly #next = new Map<string, number>()

  take({ container_name: own, image }: Service): string {
    const whole = typeof own === 'string' ? own : String(image).split('@', 1)[0]!.split('/').at(-1)!.split(':', 1)[0]!
    const name = whole.slice(0, MAX_NAME).replaceAll(/[^\w.-]/g, '-') || 'app'
    let number = this.#next.get(name) ?? 1
    let free = number === 1 ? name : `${name}-${number}`
    while (this.#next.has(free)) free = `${name}-${++number}`
    this.#next.set(name, number + 1)
    if (free !== name) this.#next.set(free, 1)
    return free
  }
}
