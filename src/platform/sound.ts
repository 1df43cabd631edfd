const VOLUME = 0.5
const TONES_HZ = [880, 1174.7]
const TONE_SECONDS = 0.12
/** Simultaneous alerts make one sound. */
const BETWEEN_MS = 1_000

export interface SoundPorts {
  readonly createAudio: () => AudioContext | null
  readonly ticks: () => number
  readonly warn: (text: string) => void
}

export const createBrowserAudio = (): AudioContext | null =>
  typeof AudioContext === 'undefined' ? null : new AudioContext()

/** Synthesised, so that no file has to be fetched. */
export const createAlertSound = ({ createAudio, ticks, warn }: SoundPorts): (() => void) => {
  let audio: AudioContext | null = null
  let playedAt = Number.NEGATIVE_INFINITY
  let isWarned = false

  const refuse = (): void => {
    if (!isWarned) warn('The alert sound cannot play: this browser allows no sound yet')
    isWarned = true
  }

  const play = (context: AudioContext): void => {
    const gain = context.createGain()
    gain.gain.value = VOLUME
    gain.connect(context.destination)
    TONES_HZ.forEach((tone, index) => {
      const oscillator = context.createOscillator()
      oscillator.frequency.value = tone
      oscillator.connect(gain)
      oscillator.start(context.currentTime + index * TONE_SECONDS)
      oscillator.stop(context.currentTime + (index + 1) * TONE_SECONDS)
    })
  }

  return () => {
    if (ticks() - playedAt < BETWEEN_MS) return
    playedAt = ticks()
    audio ??= createAudio()
    if (audio === null) {
      refuse()
      return
    }
    const context = audio
    // Browsers block sound until a key or a click reaches the page; the promise waits for it.
    if (context.state !== 'running') refuse()
    context.resume().then(() => play(context), refuse)
  }
}
