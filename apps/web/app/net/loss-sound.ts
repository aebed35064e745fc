type Packet = { readonly outcome: string }
type Lane = { readonly target: string; readonly address: string; readonly packets: readonly Packet[] }

/** How many packets of each target were heard of, and whether the last one was lost. */
export type Heard = ReadonlyMap<string, { readonly count: number; readonly isLost: boolean }>
export type Sound = 'lost' | 'back'

const LOST: ReadonlySet<string> = new Set(['timeout', 'unreachable', 'oversized'])

/** What is to be heard of the packets that came since: a loss, or the first answer after one. */
export function listen(before: Heard, lanes: readonly Lane[]): { readonly heard: Heard; readonly sound: Sound | undefined } {
  const sounds = new Set<Sound>()
  const heard = new Map(
    lanes.map(({ target, address, packets }) => {
      const key = `${target} ${address}`
      const known = before.get(key)
      // Fewer than there were are those of another run.
      const isSame = known !== undefined && known.count <= packets.length
      let isLost = isSame && known.isLost
      for (const { outcome } of packets.slice(isSame ? known.count : 0)) {
        const wasLost = isLost
        isLost = LOST.has(outcome)
        if (isLost) sounds.add('lost')
        else if (wasLost) sounds.add('back')
      }
      return [key, { count: packets.length, isLost }]
    }),
  )
  return { heard, sound: sounds.has('lost') ? 'lost' : sounds.has('back') ? 'back' : undefined }
}

const TONES: Readonly<Record<Sound, { readonly hertz: number; readonly seconds: number }>> = {
  lost: { hertz: 220, seconds: 0.25 },
  back: { hertz: 880, seconds: 0.15 },
}

/** A short tone that begins and ends softly. */
export function playSound(context: AudioContext, sound: Sound): void {
  const { hertz, seconds } = TONES[sound]
  const [source, volume] = [context.createOscillator(), context.createGain()]
  const start = context.currentTime
  source.frequency.value = hertz
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(0.2, start + 0.02)
  volume.gain.linearRampToValueAtTime(0, start + seconds)
  source.connect(volume).connect(context.destination)
  source.start(start)
  source.stop(start + seconds)
}
