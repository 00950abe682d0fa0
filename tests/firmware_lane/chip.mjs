// An emulated RP2040 with real MicroPython: node chip.mjs <rp2040js' index.js> <boot rom> <MicroPython's UF2>
// <file system image> <its offset in the flash>
//
// Takes one JSON object per line and answers each with one: {"set": {pin: level}} now; {"at": [[cycles from now,
// pin, level]]}; {"send": hex} over USB, {"uart": hex} over the serial wire; {"slow": factor} by which the chip's
// bytes take longer on that wire from now on; {"run": cycles}. The answer has the cycle, the bytes that came over USB
// and the wire (hex), and the edges that the chip made on its pins as [cycle, pin, level].
// One cycle is 8 ns: the emulator steps both PIO blocks once a cycle, and changes inputs between two cycles.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , emulator, bootrom, uf2, files, place] = process.argv;
const { Simulator, USBCDC, ConsoleLogger, LogLevel } = await import(emulator);
const CYCLE_NS = 8;
const BYTE_CYCLES = 2713; // ten bits at 460,800 baud
const FIFO = 32; // bytes in the UART's FIFO; its flags and interrupt follow (data sheet 4.2.8)
const [RX_EMPTY, TX_FULL, RX_FULL, TX_EMPTY] = [1 << 4, 1 << 5, 1 << 6, 1 << 7];
const TX_INTERRUPT = 1 << 5;

const simulator = new Simulator();
const chip = simulator.rp2040;
chip.logger = new ConsoleLogger(LogLevel.None ?? LogLevel.Error);
const rom = readFileSync(bootrom);
chip.loadBootrom(new Uint32Array(rom.buffer, rom.byteOffset, rom.length >> 2));
const blocks = readFileSync(uf2);
for (let at = 0; at < blocks.length; at += 512) {
  const size = blocks.readUInt32LE(at + 16);
  chip.flash.set(blocks.subarray(at + 32, at + 32 + size), blocks.readUInt32LE(at + 12) - 0x10000000);
}
chip.flash.set(readFileSync(files), Number(place));
chip.core.PC = 0x10000000;

// BOOTSEL isn't pressed: the emulator has neither the button nor its pin's input enable.
Object.defineProperty(chip.qspi[1], "inputValue", { get: () => true });

// A transmit interrupt comes once half of the bytes are sent (see `transmit`), not all the time as in the emulator.
for (const uart of chip.uart) {
  uart.checkInterrupts = () => chip.setInterrupt(uart.irq, !!(uart.interruptStatus & uart.interruptMask));
}

// The emulator would run the PIO on real time.
for (const pio of chip.pio) pio.run = () => {};

let cycle = 0;
let came = [];
let heard = [];
let edges = [];
let due = [];
const usb = new USBCDC(chip.usbCtrl);
const unsent = [];
const unheard = [];
let nextByte = 0;

// The emulator sends the UART's bytes at once: here each takes its time, and the FIFO has a limit.
const wire = chip.uart[0];
const leaving = []; // the cycle at which each byte in the FIFO is sent
let slow = 1;
let filled = false;
wire.onByte = (byte) => {
  if (leaving.length >= FIFO) return;
  heard.push(byte);
  leaving.push(Math.max(cycle, leaving.at(-1) ?? 0) + slow * BYTE_CYCLES);
  filled ||= leaving.length > FIFO / 2;
};
Object.defineProperty(wire, "flags", {
  get: () =>
    (wire.rxFIFO.empty ? RX_EMPTY : 0) |
    (wire.rxFIFO.full ? RX_FULL : 0) |
    (leaving.length ? 0 : TX_EMPTY) |
    (leaving.length < FIFO ? 0 : TX_FULL),
});
function transmit() {
  while (leaving[0] <= cycle) leaving.shift();
  if (!filled || leaving.length > FIFO / 2) return;
  filled = false;
  wire.interruptStatus |= TX_INTERRUPT;
  wire.checkInterrupts();
}

usb.onSerialData = (bytes) => came.push(...bytes);
chip.gpio.forEach((pin, number) => pin.addListener((state) => edges.push([cycle, number, state])));

// The emulator runs an instruction at each step and only counts its delay: here the delay takes its cycles.
const resting = chip.pio.map((pio) => pio.machines.map(() => 0));
function stepOnce(pio, block) {
  if (pio.stopped) return;
  pio.machines.forEach((machine, number) => {
    if (!machine.enabled || resting[block][number]-- > 0) return;
    const before = machine.cycles;
    machine.step();
    resting[block][number] = Math.max(0, machine.cycles - before - 1);
    pio.checkChangedPins();
  });
}

function run(until) {
  while (cycle < until) {
    // USB packets from the host have 64 bytes at most; the emulator's buffer is small.
    while (unsent.length && !usb.txFIFO.full) usb.sendSerialByte(unsent.shift());
    if (unheard.length && cycle >= nextByte) {
      chip.uart[0].feedByte(unheard.shift());
      nextByte = cycle + BYTE_CYCLES;
    }
    transmit();
    const playing = chip.pio.some((pio) => !pio.stopped);
    let cycles;
    if (chip.core.waiting) {
      const idle = Math.ceil(simulator.clock.nanosToNextAlarm / CYCLE_NS);
      cycles = Math.max(1, Math.min(idle, playing ? 25 : 100_000));
    } else {
      cycles = chip.core.executeInstruction();
    }
    simulator.clock.tick(cycles * CYCLE_NS);
    if (!playing && !due.length) {
      cycle += cycles;
      continue;
    }
    for (let n = 0; n < cycles; n++) {
      cycle++;
      while (due.length && due[0][0] <= cycle) {
        const [, pin, level] = due.shift();
        chip.gpio[pin].setInputValue(!!level);
      }
      chip.pio.forEach(stepOnce);
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const ask = JSON.parse(line);
  for (const [pin, level] of Object.entries(ask.set ?? {})) chip.gpio[pin].setInputValue(!!level);
  if (ask.at) due = [...due, ...ask.at.map(([after, pin, level]) => [cycle + after, pin, level])];
  slow = ask.slow ?? slow;
  if (ask.uart) unheard.push(...Buffer.from(ask.uart, "hex"));
  if (ask.send) unsent.push(...Buffer.from(ask.send, "hex"));
  run(cycle + (ask.run ?? 0));
  const [got, uart] = [came, heard].map((bytes) => Buffer.from(bytes).toString("hex"));
  console.log(JSON.stringify({ cycle, got, uart, edges }));
  came = [];
  heard = [];
  edges = [];
}
