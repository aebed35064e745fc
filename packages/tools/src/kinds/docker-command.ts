import { defineKind } from '@octet/core/kind.ts'

/** Lines that may stand before the command: comments, and what else is done with containers. */
const BEFORE =
  /^(?:(?:#[^\n]*|(?:[$#>%] )?(?:sudo )?(?:docker|podman|nerdctl) (?:network|volume|pull|login|rm|stop)\b[^\n]*|[ \t\r]*)\n)*/
const COMMAND =
  /^(?:[$#>%] )?(?:sudo (?:-[A-Za-z]+ )*)?(?:docker|podman|nerdctl)(?:\.exe)? (?:container )?(?:run|create)[ \t\\]\s*\S/

export default defineKind({
  id: 'docker-command',
  title: { en: 'docker run command', zh: 'docker run 命令' },
  examples: [
    'docker run -d -p 8080:80 nginx',
    '$ sudo docker run hello-world',
    'sudo -E docker run alpine',
    'podman run --rm -it alpine sh',
    'docker network create back\n\n# the database\ndocker run --network back postgres:17',
  ],
  counterExamples: ['docker run', 'docker ps -a', 'docker pull nginx\ndocker ps', 'docker runs on Linux', 'run docker run nginx'],
  detect: (sample) => (COMMAND.test(sample) || COMMAND.test(sample.replace(BEFORE, '')) ? { score: 0.99 } : undefined),
})
