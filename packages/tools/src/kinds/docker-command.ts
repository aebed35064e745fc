import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'docker-command',
  title: { en: 'docker run command', zh: 'docker run 命令' },
  examples: [
    'docker run -d -p 8080:80 nginx',
    '$ sudo docker run hello-world',
    'sudo -E docker run alpine',
    'podman run --rm -it alpine sh',
  ],
  counterExamples: ['docker run', 'docker ps -a', 'docker runs on Linux', 'run docker run nginx'],
  detect: (sample) =>
    /^(?:[$#>%] )?(?:sudo (?:-[A-Za-z]+ )*)?(?:docker|podman|nerdctl)(?:\.exe)? (?:container )?(?:run|create)[ \t\\]\s*\S/.test(
      sample,
    )
      ? { score: 0.99 }
      : undefined,
})
