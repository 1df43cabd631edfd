import { useRef, useState } from 'react'
import type { IntroPage } from '../../../domain/learning/intro-address.ts'
import { Segmented } from '../../kit/control/segmented.tsx'
import styles from './video.module.css'

interface IntroVideoProps {
  readonly page: IntroPage
  readonly title: string
}

const speeds = [
  { value: '1', label: '1×' },
  { value: '1.5', label: '1.5×' },
  { value: '2', label: '2×' },
] as const
type Speed = (typeof speeds)[number]['value']

/** It never starts by itself: until it is played its first picture stands still, whatever is said of motion. */
export function IntroVideo({ page, title }: IntroVideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [isBroken, setBroken] = useState(false)
  const [speed, setSpeed] = useState<Speed>('1')
  const choose = (next: Speed) => {
    setSpeed(next)
    if (video.current) video.current.playbackRate = Number(next)
  }
  if (isBroken)
    return (
      <p className={styles.broken} role="status">
        The video cannot be played here. The steps below say the same.
      </p>
    )
  return (
    <div className={styles.frame}>
      <video
        ref={video}
        className={styles.video}
        controls
        muted
        playsInline
        preload="none"
        poster={`/videos/${page}.webp`}
        src={`/videos/${page}.webm`}
        aria-label={`${title}: recorded in the console`}
        onError={() => setBroken(true)}
        onPlay={({ currentTarget }) => {
          currentTarget.playbackRate = Number(speed)
        }}
      >
        <track kind="captions" srcLang="en" label="English" src={`/videos/${page}.vtt`} default />
      </video>
      <div className={styles.bar}>
        <span>Recorded in this console, with captions</span>
        <Segmented<Speed> label="Speed of the video" value={speed} choices={speeds} onChange={choose} />
      </div>
    </div>
  )
}
