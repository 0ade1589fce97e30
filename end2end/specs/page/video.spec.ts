/**
 * A theme's own video among the pastimes of a room: it plays from this server with its captions,
 * and the line continues beside it.
 */

import type { Page } from '@playwright/test';

import { fitsItsWidth, withoutViolations } from '../../support/axe.ts';
import { expect, test } from '../../support/test.ts';
import { WaitingPage } from '../../support/waiting-page.ts';

const SIZE = { width: 160, height: 90 };
const RECORDED_MS = 3_000;
const CAPTION = 'The doors open at seven.';
const GALA = {
  'theme.toml': 'name = "Gala"\nversion = 1\n[options]\ncolor_scheme = "light dark"\n',
  'trailer.en.vtt': `WEBVTT\n\n00:00.000 --> 00:30.000\n${CAPTION}\n`,
  'pastimes.toml': `
[trailer]
kind = "video"
title = "Trailer"
file = "trailer.webm"
width = 1280
height = 720
tracks = [{ file = "trailer.en.vtt", language = "en", label = "English" }]
`,
};
const ROOM = { max_outflow: 0, theme: 'gala', pastimes: ['trailer'] };
const MESSAGE = 'The doors are open.';
/** At this speed the video plays for half a minute, and its recording takes seconds. */
const SLOW = 0.1;

/** Records a picture whose colour changes, and returns it as a WebM file. */
async function recordVideo(page: Page): Promise<Uint8Array> {
  const bytes = await page.evaluate(async ([{ width, height }, ms]) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    document.body.append(canvas);
    const context = canvas.getContext('2d')!;
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    let hue = 0;
    const drawing = setInterval(() => {
      hue += 5;
      context.fillStyle = `hsl(${hue} 80% 40%)`;
      context.fillRect(0, 0, width, height);
    }, 40);
    recorder.start();
    await new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
    recorder.stop();
    clearInterval(drawing);
    await stopped;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  }, [SIZE, RECORDED_MS] as const);
  return Uint8Array.from(bytes);
}

test('a video plays with its captions once it is started, and the line continues', async ({ started, page, picture }) => {
  const gala = { ...GALA, 'trailer.webm': await recordVideo(page) };
  expect(gala['trailer.webm'].length, 'the browser can record').toBeGreaterThan(1_000);
  const anteroom = await started.anteroom([ROOM], 'http://127.0.0.1:9/', { gala });
  const videos: string[] = [];
  page.on('request', (request) => request.url().endsWith('.webm') && videos.push(request.url()));
  const waiting = await WaitingPage.open(page, anteroom.enter());
  const player = page.locator('.pastimes video');
  await player.scrollIntoViewIfNeeded();
  await expect(player, "the browser's own player").toHaveAttribute('controls');
  expect(videos, 'unasked').toEqual([]);

  // The button of the player does the same. A policy that forbids the file would refuse it here.
  await player.evaluate(async (video: HTMLVideoElement, rate) => {
    await video.play();
    video.playbackRate = rate;
  }, SLOW);
  const time = (): Promise<number> => player.evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(time).toBeGreaterThan(0.1);
  expect(await player.evaluate((video: HTMLVideoElement) => [video.videoWidth, video.videoHeight])).toEqual([SIZE.width, SIZE.height]);
  expect(new Set(videos).size, 'one file').toBe(1);
  expect(new URL(videos[0]!).origin).toBe(new URL(page.url()).origin);
  const box = await player.boundingBox();
  expect(box!.width / box!.height, 'in the place that was free for it').toBeCloseTo(16 / 9, 1);
  await expect.poll(() => captions(page)).toEqual({ language: 'en', mode: 'showing', shown: [CAPTION] });

  const before = await time();
  await anteroom.change({ message: MESSAGE });
  await expect(waiting.slot('message'), 'the page polls while the video plays').toHaveText(MESSAGE);
  expect(await player.evaluate((video: HTMLVideoElement) => [video.paused, video.ended])).toEqual([false, false]);
  await expect.poll(time, 'and the video plays on').toBeGreaterThan(before);
  await withoutViolations(page);
  await fitsItsWidth(page);
  await picture(page, 'pastimes-video');
});

/** Returns the captions of the video that its player shows now. */
function captions(page: Page): Promise<{ language?: string; mode?: string; shown: string[] }> {
  return page.locator('.pastimes video').evaluate((video: HTMLVideoElement) => {
    const track = video.textTracks[0];
    const shown = [...(track?.activeCues ?? [])].map((cue) => (cue as VTTCue).text);
    return { language: track?.language, mode: track?.mode, shown };
  });
}
