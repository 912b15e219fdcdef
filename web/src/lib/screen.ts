/** From an effect: the screen stays on. A browser that cannot, or may not now, leaves it to the machine. */
export function screenOn(): () => void {
  let held: WakeLockSentinel | null = null;
  let over = false;
  const take = (): void => {
    if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    navigator.wakeLock.request("screen").then(
      (lock) => {
        if (over) void lock.release();
        else held = lock;
      },
      () => undefined,
    );
  };
  take();
  document.addEventListener("visibilitychange", take);
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", take);
    void held?.release();
  };
}
