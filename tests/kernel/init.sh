#!/bin/busybox sh
# The virtual machine's first process: loads modules, mounts the host's root read-only, and runs the tests in it.
/bin/busybox mkdir -p /proc /sys /dev /host
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
while read -r module options; do
    # Unquoted, as each option must be a word.
    # shellcheck disable=SC2086
    insmod "/modules/$module" $options || echo "insmod $module failed"
done < /modules.order
mount -t configfs none /sys/kernel/config
mount -t 9p -o trans=virtio,version=9p2000.L,ro,msize=262144,cache=loose hostroot /host
for folder in dev proc sys; do mount -o rbind /$folder /host/$folder; done
mkdir -p /dev/shm && mount -t tmpfs none /dev/shm
mount -t tmpfs none /host/run
mount -t tmpfs none /host/var/tmp
mkdir -p /host/run/out
mount -t 9p -o trans=virtio,version=9p2000.L,rw,msize=262144 out /host/run/out
cp /ask.sh /host/run/ask.sh
if [ -d /units ]; then
    # The tests run as a systemd service.
    for folder in cache lib log; do mount -t tmpfs none /host/var/$folder; done
    mkdir -p /host/run/systemd
    cp -r /units /host/run/systemd/system
    exec switch_root /host /lib/systemd/systemd --unit=lane.target
fi
chroot /host /bin/sh /run/ask.sh
echo "kernel lane: guest ended with $?"
umount /host/run/out
poweroff -f
