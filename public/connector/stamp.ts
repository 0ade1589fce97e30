/**
 * Gives the configuration a new address every five minutes, by the device's own clock: `YYYYMMDDhh`
 * and the slot within the hour.
 */

const SLOT_MINUTES = 5;

export function stamp(now: Date, isFresh: boolean): string {
  if (isFresh) {
    return String(now.getTime());
  }
  const slot = Math.floor(now.getMinutes() / SLOT_MINUTES);
  const rest = [now.getMonth() + 1, now.getDate(), now.getHours(), slot];
  return now.getFullYear() + rest.map((part) => String(part).padStart(2, '0')).join('');
}
